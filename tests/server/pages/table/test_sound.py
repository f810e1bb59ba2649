"""Sound: nothing before the first press, each motion audible, big wins longer, and a mute that is remembered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from server.support.pages import NewPage, open_table_with, put_chips, sit

pytestmark = pytest.mark.browser

LISTEN = """() => {
    window.notes = 0;
    window.loudest = 0;
    const start = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function (...when) {
        window.notes += 1;
        return start.apply(this, when);
    };
    const connect = AudioNode.prototype.connect;
    AudioNode.prototype.connect = function (to, ...rest) {
        if (to !== this.context.destination || this instanceof AnalyserNode) return connect.call(this, to, ...rest);
        const meter = new AnalyserNode(this.context);
        connect.call(this, meter);
        const samples = new Float32Array(meter.fftSize);
        const timer = setInterval(() => {
            meter.getFloatTimeDomainData(samples);
            for (const one of samples) window.loudest = Math.max(window.loudest, Math.abs(one));
        }, 5);
        setTimeout(() => clearInterval(timer), 3000);
        return connect.call(this, to, ...rest);
    };
}"""
"""Counts the notes that start, and measures how loud the page is."""


def listening(new_page: NewPage) -> Page:
    page = new_page(at=None)
    page.add_init_script(f"({LISTEN})()")
    open_table_with(page, "flop22", bots=0)
    return page


def test_nothing_plays_before_the_first_press_and_a_round_is_heard(new_page: NewPage) -> None:
    page = listening(new_page)
    sound = (
        "import('/static/js/table/sound.js').then(({ Sound }) => { window.other = new Sound(); other.play('win'); })"
    )
    page.evaluate(sound)
    assert page.evaluate("window.notes") == 0
    sit(page, 3)
    put_chips(page)
    page.wait_for_function("() => window.notes > 0 && window.loudest > 0.01")  # the chip
    before = page.evaluate("window.notes")
    page.locator("[data-key=deal]:enabled").click()
    expect(page.locator(".option").first).to_be_visible()
    page.wait_for_function("(before) => window.notes >= before + 2", arg=before)  # cards, and "your turn"
    assert page.evaluate("window.loudest") < 0.5  # never startling


def test_wins_are_heard_by_size_and_losses_are_silent(new_page: NewPage) -> None:
    page = listening(new_page)
    page.evaluate("import('/static/js/table/sound.js').then(({ Sound }) => { window.other = new Sound(); })")
    sit(page, 3)

    def notes(net: int) -> int:
        said = f"other.of({{ event: 'round-ended', net: {{ 3: {net} }} }}, 3)"
        return int(page.evaluate(f"() => {{ window.notes = 0; other.staked = 500; {said}; return window.notes; }}"))

    page.wait_for_function("() => { other.play('chip'); return window.notes > 0; }")  # pressing the seat allowed it
    assert notes(-500) == notes(0) == 0
    assert 0 < notes(500) < notes(5000)


def test_mute_is_remembered(new_page: NewPage) -> None:
    page = listening(new_page)
    sit(page, 3)
    page.locator("[data-key=sound]").click()
    expect(page.locator("[data-key=sound]")).to_have_accessible_name("Sound off")
    page.reload()
    expect(page.locator("[data-key=sound]")).to_have_accessible_name("Sound off")
    put_chips(page)
    page.locator("[data-key=deal]:enabled").click()
    expect(page.locator(".option").first).to_be_visible()
    assert page.evaluate("window.notes") == 0
