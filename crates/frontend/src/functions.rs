//! Between which values the results of arithmetic lie.

use cnfab_model::Term;

/// The least and the largest value.
pub(super) type Bounds = (i128, i128);

/// The bounds of a function's result, from those of its arguments. For an absolute value both are the same.
pub(super) fn bounds(term: Term, (x_low, x_high): Bounds, (y_low, y_high): Bounds) -> Bounds {
    let most = x_low.abs().max(x_high.abs());
    match term {
        Term::Abs(_) if x_low > 0 || x_high < 0 => (x_low.abs().min(x_high.abs()), most),
        Term::Abs(_) => (0, most),
        // A quotient is no further from 0 than the dividend.
        Term::Div(..) => (-most, most),
        // A remainder is between 0 and the dividend, and nearer to 0 than the divisor.
        Term::Mod(..) => {
            let most = (y_low.abs().max(y_high.abs()) - 1).max(0);
            (x_low.clamp(-most, 0), x_high.clamp(0, most))
        }
        Term::Pow(..) => {
            let exponent = u32::try_from(y_high.max(1)).unwrap_or(u32::MAX);
            let most = most.max(1).saturating_pow(exponent);
            (if x_low < 0 { -most } else { 0 }, most)
        }
        Term::Times(..) => {
            let products = [x_low * y_low, x_low * y_high, x_high * y_low, x_high * y_high];
            products.into_iter().fold((i128::MAX, i128::MIN), |(low, high), one| (low.min(one), high.max(one)))
        }
    }
}
