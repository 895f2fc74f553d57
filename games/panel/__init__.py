"""The panel: what one viewer may do now, with one module per kind of decision.

`panel` picks the module for the open decision; `widgets` has the form parts they share. They read
a `View` and write nothing. The larger ones are in `attack/` and `orders/`. Built on `table`,
`plans`, `display`.
"""
