"""The ids of the rules and rulings in the rulebook."""

from __future__ import annotations

IDS = (
    *("S1", "S2", "S3", "S4"),
    *("B1", "B2", "B3", "B4"),
    "T1",
    *("P1", "P2", "P3", "P4", "P5"),
    *("X1", "X2", "X3", "X4"),
    *("C1", "C2", "C3"),
    *("E1", "E2", "E3", "E4"),
    *("A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8"),
    *("R1", "R2", "R3", "R4", "R5", "R6", "R7"),
    *("R8", "R9", "R10", "R11", "R12", "R13"),
    *("R14", "R15", "R16", "R17", "R18", "R19", "R20", "R21"),
    *("K1", "K2", "K3", "K4", "K5", "K6", "K7", "K8", "K9", "K10", "K11", "K12", "K13"),
)
"""The rules of the tile game, of its action tiles and of the card game, and the rulings."""
