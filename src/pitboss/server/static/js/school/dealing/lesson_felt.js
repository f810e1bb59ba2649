// The felt of a lesson from the dealer's side: the seats with their hands and bets, and the dealer's own cards below.
import { columnsOf, handColumn, verdict } from "../../felt/board/hands.js";
import { TableModel } from "../../felt/board/model.js";
import { morph } from "../../felt/board/morph.js";
import { Motion } from "../../felt/board/motion.js";
import { card, pill, result, stack } from "../../felt/board/pieces.js";
import { capital, el, money } from "../../words.js";
import { inFelt } from "../scene.js";

const TURNS = new Set(["offered", "answered"]);
const ENDS = new Set(["turned", "settled", "round-ended"]);

// The seat that spoke or was asked last, if the dealer did nothing since.
const seatInTurn = (events) => {
  const last = events.findLast((one) => TURNS.has(one.event) || ENDS.has(one.event));
  return last && TURNS.has(last.event) ? (last.seat ?? (last.seats?.length === 1 ? last.seats[0] : null)) : null;
};

export class LessonFelt {
  constructor(stage) {
    this.node = el("div", { class: "scene lesson-felt", role: "group", "aria-label": "The table" });
    this.motion = new Motion(this.node);
    this.seats = [];
    this.titles = {};
    this.clear();
    stage.replaceChildren(this.node);
  }

  // The felt of a game, the seats that play, and the titles of the bets.
  lay(plan, seats, titles) {
    Object.assign(this, { plan, seats, titles });
    inFelt(this.node, plan);
    this.model.ridden = new Map(plan.spots.map((spot) => [spot.bet, spot.rides]));
    this.draw();
  }

  clear() {
    this.model = new TableModel();
    if (this.plan) this.model.ridden = new Map(this.plan.spots.map((spot) => [spot.bet, spot.rides]));
    this.events = [];
    this.said = new Map(); // seat → what the player said
  }

  // Show what happens; words of players are gone when the next motions begin.
  act(event, { isStill = false } = {}) {
    this.events.push(event);
    this.model.act(event);
    if (event.event === "answered" && event.answer) this.said.set(event.seat, event.answer.replaceAll("-", " "));
    if (!isStill) this.draw();
  }

  hush() {
    this.said.clear();
  }

  // A total that has been called is shown.
  call({ seat = null, at, makes }) {
    const pile = this.model.find(seat, at);
    if (pile) this.model.setMakes(pile, makes);
    this.draw();
  }

  draw() {
    if (!this.plan) return;
    const before = this.motion.remember();
    const asked = seatInTurn(this.events);
    const fresh = el(
      "div",
      { class: this.node.className, role: "group", "aria-label": "The table" },
      el("div", { class: "seats" }, ...this.seats.map((seat) => this.seat(seat, seat === asked))),
      this.dealer(),
    );
    morph(this.node, fresh);
    if (before) this.motion.play(before);
  }

  seat(seat, isAsked) {
    const { model, plan } = this;
    const owner = `seat ${seat}'s`;
    const view = { model, plan, front: seat, owner, marked: [], choices: {}, five: null };
    const hands = columnsOf(model, plan, seat).map((column) => handColumn(view, column));
    const words = this.said.get(seat);
    return el(
      "section",
      { class: `side-of-table${isAsked ? " asked" : ""}`, "data-area": `seat-${seat}`, "data-id": `seat-${seat}` },
      el("h2", {}, `Seat ${seat}`),
      words ? el("p", { class: "bubble" }, capital(words)) : null,
      hands.length ? el("div", { class: "places hands" }, ...hands) : null,
      verdict(model, seat, `Seat ${seat}`),
      this.spots(seat),
    );
  }

  // The bets that are not on a hand: chips, then what they won or lost.
  spots(seat) {
    const { model, plan } = this;
    const own = (key) => key.startsWith(`${seat}|`);
    const named = [...model.stakes.keys(), ...model.results.keys()].filter(own).map((key) => key.split("|")[1]);
    const isOnHand = (bet) => {
      const sort = plan.spots.find((spot) => spot.bet === bet)?.rides;
      return sort && model.piles.some((pile) => pile.seat === seat && pile.at.startsWith(sort) && pile.cards.length);
    };
    const order = plan.spots.map((spot) => spot.bet);
    const bets = [...new Set(named)].filter((bet) => !isOnHand(bet));
    bets.sort((one, other) => order.indexOf(one) - order.indexOf(other));
    const spot = (bet) => {
      const { stake, isSettled, net, isPush } = model.ofBet(seat, bet);
      return el(
        "span",
        { class: "spot-bet", "data-id": `spot-${seat}-${bet}` },
        stake ? stack(stake) : null,
        stake ? el("b", {}, money(stake)) : null,
        isSettled && !stake ? result({ net, isPush }) : null,
        el("small", {}, this.titles[bet] ?? bet),
      );
    };
    const empty = el("span", { class: "ring", "aria-hidden": "true" });
    if (!bets.length) return model.piles.some((pile) => pile.seat === seat) ? null : empty;
    return el("div", { class: "places" }, ...bets.map(spot));
  }

  dealer() {
    const { model, plan } = this;
    const places = plan.dealer.map((place) => place.at);
    const piles = model.piles.filter((pile) => pile.seat == null && pile.cards.length);
    piles.sort((one, other) => places.indexOf(one.at) - places.indexOf(other.at));
    const label = (at) => plan.dealer.find((place) => place.at === at)?.label || capital(at.replaceAll("-", " "));
    const figure = (pile) =>
      el(
        "figure",
        { class: pile.gone ? "gone" : null, "data-id": `dealer-${pile.at}` },
        el("div", { class: "fan" }, ...pile.cards.map((one) => card(one, { owner: "the dealer's" }))),
        piles.length > 1 ? el("figcaption", {}, label(pile.at)) : null,
      );
    return el(
      "section",
      { class: "side-of-table of-house", "data-area": "dealer" },
      el("h2", {}, "You, the dealer"),
      model.dealerTotal ? pill(model.dealerTotal, "total of-dealer") : null,
      piles.length ? el("div", { class: "places" }, ...piles.map(figure)) : el("p", { class: "empty" }, "No cards yet"),
      verdict(model, "dealer", "Dealer"),
    );
  }
}
