/**
 * `npm run bench:smpp-server`: a customer over SMPP -> SMPP -> receipt -> receipt to the customer, against `ngoma smsc`,
 * and the same messages over HTTP with callbacks. `npm run bench:smpp-server -- --help` lists the options.
 */
import { openNgoma } from './smpp-ngoma.ts'
import { runComparison } from './smpp-run.ts'

const customerBinds = 4

/** A receipt may arrive over any bind of the same system_id. */
const loginOf = (systemId: string) => ({ systemId, password: 'bench' })

await runComparison('bench:smpp-server', 'one of both sides', {
  smpp: (shared) => openNgoma({ ...shared, login: loginOf('smpp'), name: 'SMPP in', customerBinds }),
  http: (shared) => openNgoma({ ...shared, login: loginOf('http'), name: 'HTTP in' }),
})
