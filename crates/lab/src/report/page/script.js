"use strict";
// Tables are sorted by a click on a title.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const key = (row) => row.cells[column].dataset.key;
      const text = (row) => row.cells[column].textContent;
      const rows = [...body.rows].sort((a, b) => {
        const [x, y] = [key(a), key(b)];
        // What has no value stands last, whichever way one sorts.
        if ((x === undefined) !== (y === undefined)) return x === undefined ? 1 : -1;
        const order = x === undefined ? text(a).localeCompare(text(b), "en", { numeric: true }) : x - y;
        return up ? order : -order;
      });
      body.append(...rows);
    });
  });
}

// Scatter plots show the two ways that are chosen.
const holder = document.getElementById("data");
const plots = [...document.querySelectorAll("svg[data-scatter]")];
if (holder && plots.length > 0) {
  const data = JSON.parse(holder.textContent);
  const chosen = [Number(plots[0].dataset.y), Number(plots[0].dataset.x)];
  const selects = ["vertical", "horizontal"].map((name, axis) => {
    const label = document.createElement("label");
    const select = document.createElement("select");
    data.ways.forEach((way, index) => select.append(new Option(way, index, false, index === chosen[axis])));
    select.addEventListener("change", () => plots.forEach(draw));
    label.append(name, select);
    document.getElementById("pair").append(label);
    return select;
  });
  const make = (name, attributes, text) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const shown = (value, measure) => {
    if (value < 0) return "not solved";
    if (measure !== "time") return String(value);
    return value < 1 ? `${Number((value * 1000).toPrecision(3))} ms` : `${value} s`;
  };
  const draw = (svg) => {
    const measure = svg.dataset.scatter;
    const [left, top, right, bottom, from, to, late] = svg.dataset.frame.split(" ").map(Number);
    const [y, x] = selects.map((select) => Number(select.value));
    const place = (value) => (value < 0 ? late : Math.log10(Math.max(value, measure === "time" ? 1e-6 : 1)));
    const share = (value) => (place(value) - from) / (to - from);
    svg.querySelectorAll(".point, .square, g.points, text.small:not(.keep)").forEach((old) => {
      if (old.textContent !== "not solved") old.remove();
    });
    const points = make("g", { class: "points" });
    let neither = 0;
    data.instances.forEach((name, index) => {
      const [a, b] = [data[measure][x][index], data[measure][y][index]];
      if (a === null || b === null) return;
      if (a < 0 && b < 0) {
        neither += 1;
        return;
      }
      const cx = (left + share(a) * (right - left)).toFixed(1);
      const cy = (bottom - share(b) * (bottom - top)).toFixed(1);
      const point = make("circle", { class: "point", cx, cy, r: data.instances.length > 1500 ? 1.6 : 3.2 });
      point.append(make("title", {}, `${name}: ${shown(a, measure)} against ${shown(b, measure)}`));
      points.append(point);
    });
    svg.append(points);
    const short = (text) => (text.length > 60 ? `${text.slice(0, 36)}\u2026${text.slice(-23)}` : text);
    for (const title of svg.querySelectorAll("text.name")) {
      title.textContent = short(data.ways[title.hasAttribute("transform") ? y : x]);
    }
    const caption = svg.parentElement.querySelector(".neither");
    caption.textContent = neither > 0 ? ` ${neither} solved by neither are not shown.` : "";
  };
}
