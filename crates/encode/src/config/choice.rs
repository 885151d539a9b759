//! Settings of encodings as values.

use cnfab_base::EncodingChoice;

use super::literal_order::LiteralOrder;
use super::recipe::Root;

impl From<Root> for EncodingChoice {
    fn from(root: Root) -> Self {
        EncodingChoice { key: "root", specification: root.name().to_owned() }
    }
}

impl From<LiteralOrder> for EncodingChoice {
    fn from(order: LiteralOrder) -> Self {
        EncodingChoice { key: "literal-order", specification: order.to_string() }
    }
}
