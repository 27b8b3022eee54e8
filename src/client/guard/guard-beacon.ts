import { addressOn, type Gate } from './gate.ts';
import { snapshot } from './snapshot.ts';

/** Has `sendBeacon` hold what the gate holds. A refusal is logged: the caller has long received "queued". */
export function guardBeacon(gate: Gate): void {
  const send = Navigator.prototype.sendBeacon;
  Navigator.prototype.sendBeacon = function sendBeacon(this: Navigator, input, data): boolean {
    const address = String(input);
    const here = gate.holds(address);
    const url = here ?? gate.holdsOpenAi(address);
    if (!url && gate.mayRedirect(address)) {
      fetch(address, { method: 'POST', body: data ?? null, keepalive: true, credentials: 'include' }).catch(
        console.error,
      );
      return true;
    }
    if (!url) return Reflect.apply(send, this, [address, data]);
    const body = snapshot(data);
    const passing = here ? gate.pass(here) : gate.passUnanswered(url);
    passing
      .then((way) => {
        if (!Reflect.apply(send, this, [addressOn(way, url), body]))
          throw new Error(`${url.href}: the beacon is too large.`);
      })
      .catch(console.error);
    return true;
  };
}
