"""The panel: what one viewer may do now, one module per question.

`panel` picks the module for the open decision, `widgets` has the shared form parts. Reads a
`View`, writes nothing. `attack/` and `orders/` have the larger questions. Below: `table`,
`plans`, `display`.
"""
