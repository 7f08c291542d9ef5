"""The sounds, rendered by a real browser and measured: none is distorted, all are in balance, a shout has a voice."""

from __future__ import annotations

import base64
import subprocess
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import ROOT

RATE = 44_100
LOUDEST = 2  # the gain at full volume (sound.ts)
PEAK = 0.9  # of what a loudspeaker can do; two sounds may meet
SOFTEST_DB, LOUDEST_DB = -33, -12  # of the loudest 50 ms at full volume
LONGEST_S = 1.0
LATEST_S = 0.03  # what is heard later than that seems late
HEARD = 1e-3
STRIP = """
const { stripTypeScriptTypes } = require("node:module");
const text = require("node:fs").readFileSync("web/src/app/tunes.ts", "utf8");
process.stdout.write(stripTypeScriptTypes(text, { mode: "transform" }));
"""
RENDER = """async ([module, gain, rate]) => {
  const { tunes } = await import(module);
  const rendered = {};
  for (const [name, tune] of Object.entries(tunes)) {
    const context = new OfflineAudioContext(1, rate * 1.5, rate);
    const out = new GainNode(context, { gain });
    out.connect(context.destination);
    tune({ context, out });
    const samples = (await context.startRendering()).getChannelData(0);
    rendered[name] = Array.from(samples, (sample) => Math.round(sample * 1e5) / 1e5);
  }
  return rendered;
}"""
Samples = np.ndarray[Any, np.dtype[np.float64]]


@pytest.fixture(scope="module")
def sounds(browser: Browser) -> dict[str, Samples]:
    """Every sound at full volume."""
    command = [str(ROOT / ".venv" / "bin" / "node"), "-e", STRIP]
    script = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout  # noqa: S603 - our own
    module = f"data:text/javascript;base64,{base64.b64encode(script.encode()).decode()}"
    page = browser.new_page()
    rendered: dict[str, list[float]] = page.evaluate(RENDER, [module, LOUDEST, RATE])
    page.close()
    return {name: np.array(samples) for name, samples in rendered.items()}


def loudness_db(samples: Samples) -> float:
    """How loud the loudest 50 ms are, in decibels below full scale."""
    window = RATE // 20
    power = np.convolve(samples**2, np.ones(window) / window, "same")
    return float(10 * np.log10(power.max()))


def faults(samples: Samples) -> list[str]:
    """What is wrong with a sound of the table."""
    peak = np.abs(samples).max()
    heard = np.flatnonzero(np.abs(samples) > HEARD) / RATE
    if not len(heard):
        return ["silent"]
    loud = loudness_db(samples)
    wrong = {
        f"its peak is {peak:.2f}": peak > PEAK,
        f"its loudness is {loud:.1f} dB": not SOFTEST_DB < loud < LOUDEST_DB,
        f"it begins after {heard[0]:.3f} s": heard[0] > LATEST_S,
        f"it lasts {heard[-1]:.2f} s": heard[-1] > LONGEST_S,
        "it ends with a click": abs(samples[-1]) > HEARD,
    }
    return [words for words, holds in wrong.items() if holds]


def band_db(samples: Samples, at_s: float, low: float, high: float) -> float:
    """The power between two frequencies around a moment, in decibels."""
    size = 2048
    begin = int(at_s * RATE) - size // 2
    part = samples[begin : begin + size] * np.hanning(size)
    power = np.abs(np.fft.rfft(part, 4 * size)) ** 2
    frequencies = np.fft.rfftfreq(4 * size, 1 / RATE)
    chosen = power[(frequencies >= low) & (frequencies < high)]
    return float(10 * np.log10(chosen.mean() + 1e-12))


def is_voice(samples: Samples) -> bool:
    """Two vowels in turn: "ee" has its second resonance near 2 kHz and a valley below it, "ow" the reverse."""
    first = band_db(samples, 0.09, 1900, 2150) - band_db(samples, 0.09, 650, 1150)
    second = band_db(samples, 0.4, 900, 1400) - band_db(samples, 0.4, 1650, 2300)
    third = band_db(samples, 0.4, 2400, 2650) - band_db(samples, 0.4, 1900, 2300)
    return min(first, second, third) > 6  # decibels: twice the amplitude


def test_every_sound_is_short_soft_and_clean(sounds: dict[str, Samples]) -> None:
    assert {"shout", "lay", "deal", "shuffle", "won"} <= sounds.keys()
    assert {} == {name: wrong for name, samples in sounds.items() if (wrong := faults(samples))}


def test_the_shout_is_the_loudest_and_a_card_is_soft(sounds: dict[str, Samples]) -> None:
    loud = {name: loudness_db(samples) for name, samples in sounds.items()}
    assert "shout" == max(loud, key=lambda name: loud[name])
    assert max(loud[name] for name in ("lay", "turn", "draw", "deal", "shuffle")) < loud["won"] < loud["shout"]


def test_the_shout_has_the_resonances_of_a_voice(sounds: dict[str, Samples]) -> None:
    assert ["shout"] == [name for name, samples in sounds.items() if is_voice(samples)]


def test_planted_faults_are_found() -> None:
    time = np.arange(int(1.5 * RATE)) / RATE
    short = np.where(time < 0.3, np.sin(2 * np.pi * 440 * time), 0)
    assert [] == faults(0.1 * short)
    assert ["silent"] == faults(0 * short)
    assert 2 == len(faults(short))  # too loud, and beyond the peak
    assert ["its loudness is -43.0 dB"] == faults(0.01 * short)
    assert ["it lasts 1.50 s", "it ends with a click"] == faults(0.1 * np.cos(2 * np.pi * 440 * time))
    assert not is_voice(short)
