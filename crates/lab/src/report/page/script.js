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
      // The key of a cell, or its text before what is set small, where that is a number.
      const key = (row) => {
        const cell = row.cells[column];
        const own = Number(cell.dataset.key ?? cell.firstChild?.data ?? "none");
        return Number.isFinite(own) ? own : undefined;
      };
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

const holder = document.getElementById("data");
const data = holder && JSON.parse(holder.textContent);
const shown = (value, measure) => {
  if (value < 0) return "not solved";
  if (measure !== "time") return String(value);
  return value < 1 ? `${Number((value * 1000).toPrecision(3))} ms` : `${value} s`;
};

// The table of instances: sorted, filtered, and only as many rows as one looks at.
const matrix = document.getElementById("matrix");
if (data && matrix) {
  const step = 100;
  const measures = ["time", "conflicts", "clauses"].filter((name) => data[name].some((way) => way.some((value) => value !== null)));
  const state = { measure: measures[0], sort: -1, up: true, rows: step };
  const add = (name, text, to) => {
    const element = document.createElement(name);
    if (text !== undefined) element.textContent = text;
    to.append(element);
    return element;
  };
  matrix.replaceChildren();
  const tools = add("div", undefined, matrix);
  tools.className = "tools";
  const select = (title, names) => {
    const chosen = add("select", undefined, add("label", title, tools));
    names.forEach((name, index) => chosen.append(new Option(name, index)));
    return chosen;
  };
  const measure = select("show", measures);
  const family = select("family", ["all", ...data.families]);
  const search = add("input", undefined, add("label", "instance contains", tools));
  search.type = "search";
  const count = add("span", undefined, tools);
  const scroll = add("div", undefined, matrix);
  scroll.className = "scroll";
  const more = add("button", undefined, matrix);
  more.type = "button";
  const fill = () => {
    const values = data[state.measure];
    const key = (index) => {
      const value = state.sort < 0 ? null : values[state.sort][index];
      // Not solved stands behind all values, not run behind that.
      return value === null ? Infinity : value < 0 ? Number.MAX_VALUE : value;
    };
    const text = search.value.toLowerCase();
    const wanted = Number(family.value) - 1;
    let rows = data.instances.map((_, index) => index);
    rows = rows.filter((index) => data.instances[index].toLowerCase().includes(text));
    rows = rows.filter((index) => wanted < 0 || data.family[index] === wanted);
    if (state.sort >= 0) rows.sort((a, b) => { const [x, y] = [key(a), key(b)]; return x === y ? a - b : x - y; });
    if (!state.up) rows.reverse();
    count.textContent = `${rows.length} of ${data.instances.length} instances`;
    const table = document.createElement("table");
    const head = add("tr", undefined, add("thead", undefined, table));
    ["instance", ...data.ways].forEach((name, column) => {
      const cell = add("th", undefined, head);
      const button = add("button", name, cell);
      button.type = "button";
      if (column > 0) cell.className = "number";
      if (state.sort === column - 1) cell.setAttribute("aria-sort", state.up ? "ascending" : "descending");
      button.addEventListener("click", () => {
        state.up = state.sort !== column - 1 || !state.up;
        state.sort = column - 1;
        fill();
      });
    });
    const body = add("tbody", undefined, table);
    for (const index of rows.slice(0, state.rows)) {
      const row = add("tr", undefined, body);
      const name = add("th", data.instances[index], row);
      if (data.families.length > 1) add("small", data.families[data.family[index]], name);
      const solved = values.map((way) => way[index]).filter((value) => value !== null && value >= 0);
      const best = Math.min(...solved);
      for (const way of values) {
        const value = way[index];
        const cell = add("td", value === null ? "" : value < 0 ? "\u2013" : shown(value, state.measure), row);
        cell.className = value === best ? "number best" : "number";
      }
    }
    scroll.replaceChildren(table);
    more.hidden = rows.length <= state.rows;
    more.textContent = `show ${Math.min(step, rows.length - state.rows)} more`;
  };
  const anew = () => { state.rows = step; fill(); };
  measure.addEventListener("change", () => { state.measure = measures[Number(measure.value)]; fill(); });
  family.addEventListener("change", anew);
  search.addEventListener("input", anew);
  more.addEventListener("click", () => { state.rows += step; fill(); });
  fill();
}

// Scatter plots show the two ways that are chosen.
const plots = [...document.querySelectorAll("svg[data-scatter]")];
if (data && plots.length > 0 && data.ways.length > 2) {
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
