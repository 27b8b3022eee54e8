/** The style of an exported page, for screens in light and dark and for paper. Without quotes or tags. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--text:#16201d;--back:#fdfdfb;--soft:#55625e;--mark:#ffe08a;--link:#0b5c4a}
@media (prefers-color-scheme:dark){:root{--text:#e9efec;--back:#121816;--soft:#a3b0ab;--mark:#5c4a00;--link:#7fd6bd}}
body{margin:0 auto;max-width:44rem;padding:0 1rem 6rem;font:1.0625rem/1.6 system-ui,sans-serif;color:var(--text);background:var(--back)}
header{position:sticky;top:0;padding:.75rem 0;background:var(--back)}
h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25;overflow-wrap:anywhere}
h2{margin:2.5rem 0 0;font-size:1.25rem}
section{margin:1.5rem 0;overflow-wrap:anywhere;scroll-margin-top:8rem}
section p{margin:.25rem 0}
.beside{padding-inline-start:1rem;border-inline-start:3px solid var(--mark);color:var(--soft)}
audio{display:block;width:100%}
a{color:var(--link);font-size:.875rem;font-variant-numeric:tabular-nums;padding:.25rem 0}
.now,.found{background:var(--mark);border-radius:.2rem}
.plays [data-t]{cursor:pointer}
[data-t]{scroll-margin-top:8rem}
button{position:fixed;right:1rem;bottom:1rem;min-height:44px;padding:0 1rem;font:inherit;color:var(--back);background:var(--link);border:0;border-radius:.5rem}
button[hidden]{display:none}
#notice{position:fixed;left:1rem;bottom:1rem;margin:0;color:var(--soft)}
@media print{header{position:static}audio,button,#notice{display:none}body{max-width:none;padding:0;color:#000;background:#fff}\
a{color:#444;text-decoration:none}section{break-inside:avoid-page}h2{break-after:avoid}}
`;

/** Hash of the style, for the page's own policy; a test compares them. */
export const PAGE_STYLE_SHA256 = 'sha256-MRDxgo7XAv+OhvomkXi8vNZNXH7E7Sv5rmYzle+sgOg=';
