"""Flop 22 for the simulator: its tables, its strategies and what a cell settles to."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.simulator import Counts, Result
from pitboss.counting.streams import Stream
from pitboss.games.flop22 import hands
from pitboss.games.flop22.kernels import HAND_CELLS, play_rounds
from pitboss.games.flop22.round import OPTIONS, settle_field, settle_hand
from pitboss.games.flop22.rules import HANDS, Rules
from pitboss.play.refused import Refused, one_of
