// Says in one sentence what a browser lacks to run Earshot. Written in the JavaScript of 2009 on purpose: the browsers
// that need it cannot parse the app itself. `document.documentElement` then has the attribute data-unsupported.
(function () {
  'use strict';

  // A module that returns 16 bytes at once: only with SIMD is it valid.
  var SIMD = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
  ];

  function hasModuleWorkers() {
    // Browsers with Trusted Types, which would refuse the address below, are newer.
    if ('trustedTypes' in window) return true;
    var asked = false;
    var options = {
      get type() {
        asked = true;
        // Nothing must start, and nothing that a content policy would refuse and report.
        throw new Error('asked');
      },
    };
    try {
      new Worker('data:text/javascript,', options).terminate();
    } catch (error) {
      // Thrown above.
    }
    return asked;
  }

  var NEEDS = [
    ['modules', 'noModule' in document.createElement('script'), 'Chrome 61, Firefox 60, Safari 11'],
    ['IndexedDB', 'indexedDB' in window && window.indexedDB !== null, 'Chrome 23, Firefox 16, Safari 10'],
    ['workers made of modules', 'Worker' in window && hasModuleWorkers(), 'Chrome 80, Firefox 114, Safari 15'],
    [
      'WebAssembly with SIMD',
      'WebAssembly' in window && WebAssembly.validate(new Uint8Array(SIMD)),
      'Chrome 91, Firefox 89, Safari 16.4',
    ],
    ['Web Locks', !window.isSecureContext || 'locks' in navigator, 'Chrome 69, Firefox 96, Safari 15.4'],
    ['BroadcastChannel', 'BroadcastChannel' in window, 'Chrome 54, Firefox 38, Safari 15.4'],
    ['Intl.Segmenter', 'Segmenter' in (window.Intl || {}), 'Chrome 87, Firefox 125, Safari 14.1'],
    [
      'AbortSignal.any',
      'AbortSignal' in window && 'any' in AbortSignal,
      'Chrome 116, Firefox 124, Safari 17.4',
    ],
    [
      'service workers',
      // Pages without https have none either, which the app explains itself.
      !window.isSecureContext || 'serviceWorker' in navigator || window.parent !== window,
      'Chrome 40, Firefox 44, Safari 11.1, outside private windows',
    ],
  ];

  var missing = [];
  for (var index = 0; index < NEEDS.length; index++) {
    if (!NEEDS[index][1]) missing.push(NEEDS[index][0] + ' (' + NEEDS[index][2] + ')');
  }
  if (missing.length === 0) return;
  document.documentElement.setAttribute('data-unsupported', '');
  var sentence = document.createElement('p');
  sentence.setAttribute('role', 'alert');
  sentence.style.cssText = 'max-width:40em;margin:3em auto;padding:0 1em;font:1.1em/1.5 sans-serif';
  sentence.appendChild(
    document.createTextNode(
      'Earshot cannot run in this browser, which lacks ' + missing.join(', ') + ': use one of these versions or a later one.',
    ),
  );
  document.body.appendChild(sentence);
})();
