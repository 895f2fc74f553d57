"""The panel: what one viewer may do now, with one module per kind of decision.

`panel` picks the module for the open decision; `widgets` has the parts that all modules share. The
modules read a `View` and write nothing. `attack/`, `cards/` and `orders/` have the larger panels.
Built on `sidebar`, `plans`, `display`.
"""
