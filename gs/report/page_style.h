// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Style and script of every page, as constants.
#pragma once

#include <cstddef>
#include <string_view>

namespace gs::report {

// Number of colours of series: the classes c0 to c5.
inline constexpr std::size_t kSeriesColours = 6;

// One set of colours each for light and dark screens; text has a contrast of 4.5 or more on its background.
inline constexpr std::string_view kPageStyle = R"(
:root{color-scheme:light dark;--bg:#fff;--fg:#1c2430;--muted:#56616e;--line:#d5dae0;--card:#f5f7f9;--accent:#0b62c4;
--good:#157332;--usable:#8a5c00;--poor:#c01c28;--ground:#cfd8cf;--area:#7fb2ea;
--c0:#0b62c4;--c1:#b5500f;--c2:#157332;--c3:#8a3ab0;--c4:#00727d;--c5:#8d2a4b}
@media (prefers-color-scheme:dark){:root{--bg:#0e1116;--fg:#e6edf3;--muted:#a0abb7;--line:#30363d;--card:#171c23;
--accent:#6cb0ff;--good:#4cc566;--usable:#e0ab36;--poor:#ff8279;--ground:#303a33;--area:#2d5f96;
--c0:#6cb0ff;--c1:#f0955a;--c2:#4cc566;--c3:#cf9bea;--c4:#4fc6d1;--c5:#f08aa9}}
@media print{:root{--bg:#fff;--fg:#000}nav{display:none}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem clamp(.75rem,3vw,2rem);max-width:96rem;background:var(--bg);color:var(--fg);
font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0}
h2{font-size:1.25rem;margin:2rem 0 .75rem;padding-top:.75rem;border-top:1px solid var(--line)}
h3{font-size:.9rem;font-weight:600;margin:0;color:var(--muted)}
p{margin:.4rem 0;max-width:80ch}
a{color:var(--accent)}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:1rem 0}
.note,.axis,.legend,summary,figcaption{color:var(--muted);font-size:.85rem}
figcaption{color:var(--fg);font-weight:600;margin-bottom:.25rem}
figure{margin:0 0 1rem;min-width:0}
details{margin:.25rem 0}summary{cursor:pointer}
img{max-width:100%;height:auto;display:block}
code{font:.85rem/1.4 ui-monospace,monospace;background:var(--card);padding:.1rem .3rem;border-radius:.25rem}
.cards,.grid{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr));margin:1rem 0}
.grid{grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr))}
.card{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.75rem}
.value{font-size:1.25rem;margin:.2rem 0}
.badge{display:inline-block;font-size:.8rem;font-weight:600;border:1px solid;border-radius:1rem;padding:0 .6rem;
white-space:nowrap;vertical-align:middle}
.badge.good{color:var(--good)}.badge.usable{color:var(--usable)}.badge.poor{color:var(--poor)}
.scroll{overflow-x:auto;margin:.5rem 0}
table{border-collapse:collapse;font-size:.9rem;overflow-wrap:normal}
th,td{text-align:left;vertical-align:top;padding:.3rem .75rem .3rem 0;border-bottom:1px solid var(--line)}
.number{text-align:right;font-variant-numeric:tabular-nums}
ul{padding-left:1.2rem}li{margin:.4rem 0;max-width:90ch}
.plot{position:relative;height:12rem;margin:0 .5rem 1.4rem 3.2rem;border:solid var(--line);border-width:0 0 1px 1px}
.plot svg{position:absolute;inset:0;width:100%;height:100%;overflow:visible}
.plot span{position:absolute;font-size:.75rem;color:var(--muted);line-height:1;white-space:nowrap}
.plot .y{right:calc(100% + .4rem);transform:translateY(50%)}
.plot .x{top:calc(100% + .4rem);transform:translateX(-50%)}
.axis{margin:0 0 .25rem}.below{text-align:right}
path{fill:none}path.rule{stroke:var(--line)}
.line{stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.level{stroke-width:1.5;stroke-dasharray:5 4}
.level.good{stroke:var(--good)}.level.usable{stroke:var(--usable)}.level.poor{stroke:var(--poor)}
.line.c0{stroke:var(--c0)}.line.c1{stroke:var(--c1)}.line.c2{stroke:var(--c2)}
.line.c3{stroke:var(--c3)}.line.c4{stroke:var(--c4)}.line.c5{stroke:var(--c5)}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1rem;margin:.25rem 0}
.swatch{display:inline-block;width:1rem;height:.6rem;margin-right:.35rem;border-radius:.15rem;background:var(--muted)}
.swatch.c0{background:var(--c0)}.swatch.c1{background:var(--c1)}.swatch.c2{background:var(--c2)}
.swatch.c3{background:var(--c3)}.swatch.c4{background:var(--c4)}.swatch.c5{background:var(--c5)}
.swatch.level{height:0;background:none;border-top:2px dashed}
.swatch.level.good{color:var(--good)}.swatch.level.usable{color:var(--usable)}.swatch.level.poor{color:var(--poor)}
.bars{display:grid;grid-template-columns:minmax(0,14rem) minmax(3rem,1fr) max-content;gap:.35rem .75rem;font-size:.9rem}
.bar{width:100%;height:1.2em;align-self:center}.bar rect{fill:var(--c0)}
.strip{width:100%;height:1.4em;align-self:center;background:var(--card)}.strip path{fill:var(--c0)}
.map svg{width:100%;height:auto;max-height:75vh;background:var(--card);border:1px solid var(--line);border-radius:.5rem}
.map path.ground{fill:var(--ground)}.map path.area{fill:var(--area);fill-opacity:.55;fill-rule:evenodd;stroke:var(--area)}
.map path.path{stroke:var(--c0);stroke-width:2.5}.map path.under{stroke:var(--bg);stroke-width:5}
.map path.start,.map path.mark{stroke-linecap:round;stroke-width:9;stroke:var(--c2)}.map path.start{stroke-width:13}
.map path.usable{stroke:var(--usable)}.map path.poor{stroke:var(--poor)}.map path.scale{stroke:var(--fg);stroke-width:3}
.swatch.ground{background:var(--ground)}.swatch.area{background:var(--area)}.swatch.path{background:var(--c0)}
.swatch.start,.swatch.mark{background:var(--c2);border-radius:50%;width:.6rem}
.swatch.scale{background:var(--fg);height:.2rem;vertical-align:middle}
.pair{position:relative;--at:50%;overflow:hidden;border-radius:.35rem}
.pair img{width:100%}
.over{position:absolute;inset:0;clip-path:inset(0 0 0 var(--at))}
.pair::after{content:"";position:absolute;top:0;bottom:0;left:var(--at);width:2px;margin-left:-1px;background:#fff;
box-shadow:0 0 3px #000;pointer-events:none}
.pair input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:ew-resize;touch-action:pan-y}
.pair:focus-within{outline:3px solid var(--accent)}
.pair span{position:absolute;bottom:.4rem;font-size:.75rem;color:#fff;background:#000b;padding:0 .4rem;
border-radius:.25rem;pointer-events:none}
.left{left:.4rem}.right{right:.4rem}
)";

// Moves the border of image pairs.
inline constexpr std::string_view kPageScript = R"(
for (const pair of document.querySelectorAll(".pair")) {
  const handle = pair.querySelector("input");
  const move = () => pair.style.setProperty("--at", handle.value + "%");
  handle.addEventListener("input", move);
  move();
}
)";

}  // namespace gs::report
