//! The objective that is minimised or maximised.

use cnfab_base::display::quoted;
use cnfab_model::{Objective, Sense};

use super::Unread;
use super::affine::Affine;
use super::build::Build;
use super::xml::{Element, malformed, unsupported};

impl<'x> Build<'x> {
    /// Reads the element `<objectives>`.
    pub(super) fn aim(&mut self, objectives: Element<'_, 'x>) -> Result<(), Unread> {
        objectives.allow(&[])?;
        let children = objectives.children()?;
        if let [_, second, ..] = children[..] {
            return Err(second.refused("a second objective", "one objective"));
        }
        let Some(&element) = children.first() else { return Ok(()) };
        let sense = match element.name() {
            "minimize" => Sense::Minimise,
            "maximize" => Sense::Maximise,
            _ => return Err(element.wrong(element.tag(), "<minimize> or <maximize>")),
        };
        element.allow(&["type"])?;
        "objective".clone_into(&mut self.label);
        self.at = element.at();
        let goal = self.goal(element)?;
        let defined = std::mem::take(&mut self.defined);
        defined.into_iter().try_for_each(|truth| self.clause(&[], &[truth]))?;
        let Affine { terms, constant } = goal;
        let set = self.model.optimise(Objective { sense, terms, constant });
        set.map_err(|error| self.refused(error.to_string(), "an objective of at most 62 bits"))
    }

    fn goal(&mut self, element: Element<'_, 'x>) -> Result<Affine, Unread> {
        let kind = element.attribute("type");
        let name = kind.map_or("expression", |kind| kind.text);
        if name == "expression" {
            let words = element.words()?;
            if words.is_empty() {
                return Err(element.wrong("an objective without an expression", "an expression"));
            }
            let (expression, rest) = self.expression(&words)?;
            if let Some(word) = rest.first() {
                return Err(malformed(self.text, word.at, quoted(word.text), "the end of the expression"));
            }
            return self.value(&expression);
        }
        let (list, coefficients) = match element.has_children() {
            false => (element, None),
            true => {
                let mut parts = [None; 2];
                for child in element.children()? {
                    let Some(place) = ["list", "coeffs"].iter().position(|&name| name == child.name()) else {
                        let found = child.tag();
                        return Err(child.wrong(found, "<list> or <coeffs>"));
                    };
                    child.allow(&[])?;
                    parts[place] = Some(child);
                }
                let [Some(list), coefficients] = parts else {
                    return Err(element.wrong("an objective without a list", "<list>"));
                };
                (list, coefficients)
            }
        };
        let expressions = self.expressions(list)?;
        let values = self.values(&expressions)?;
        if values.is_empty() {
            return Err(list.wrong("an empty list", "some values"));
        }
        let products = self.products(&values, coefficients)?;
        match name {
            "sum" => Affine::total(products.iter().map(|product| (1, product))).ok_or_else(|| self.too_large()),
            "product" => {
                let mut product = products[0].clone();
                for factor in &products[1..] {
                    product = self.product(&product, factor)?;
                }
                Ok(product)
            }
            "minimum" | "maximum" => self.extremum(&products, name == "maximum"),
            "nValues" => {
                let truths = self.taken(&products, &[])?;
                self.number(&truths)
            }
            other => {
                let at = kind.map_or(element.at(), |kind| kind.at);
                let expected = "one of: expression, sum, product, minimum, maximum, nValues";
                Err(unsupported(self.text, at, format!("an objective of the type {}", quoted(other)), expected))
            }
        }
    }
}
