"""Chapter 11: classic Risk with headquarters (CLA-6)."""

from dataclasses import replace

from rules.rulesets.classic import CLASSIC
from rules.rulesets.ruleset import GameOption, Phase


def _marking(phases: tuple[Phase, ...]) -> tuple[Phase, ...]:
    """Return a set-up in which headquarters are marked once all armies are placed (CLA-6)."""
    return (*phases[:-1], Phase.HEADQUARTERS, phases[-1])


HEADQUARTERS = replace(
    CLASSIC,
    name="headquarters",
    title="Classic Risk with headquarters",
    setup=_marking(CLASSIC.setup),
    quick_setup=_marking(CLASSIC.quick_setup),
    setup_of_two=_marking(CLASSIC.setup_of_two),
    quick_setup_of_two=_marking(CLASSIC.quick_setup_of_two),
    set_values=(4,),
    set_step=0,
    headquarters=4,
    own_rules={rule: own for rule, own in CLASSIC.own_rules.items() if rule != "CLA-6"},
    options=(
        GameOption(
            "headquarters",
            "Headquarters to win",
            "CLA-6",
            (
                (
                    0,
                    "Standard",
                    "Hold four headquarters, including yours, to win. With two or three players, "
                    "hold all of them.",
                ),
                (2, "Two", "Hold two headquarters, including yours, to win."),
                (3, "Three", "Hold three headquarters, including yours, to win."),
                (4, "Four", "Hold four headquarters, including yours, to win."),
                (5, "Five", "Hold five headquarters, including yours, to win."),
                (6, "Six", "Hold six headquarters, including yours, to win."),
            ),
            within_seats=True,
        ),
    ),
    summary=(
        "Classic Risk, but everyone picks a secret headquarters after placing armies. Capture "
        "enough of them and you win on the spot. A set is always worth "
        "4 armies."
    ),
)
