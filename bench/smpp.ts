/**
 * `npm run bench:smpp`: HTTP -> SMPP -> receipt -> DELIVERED -> callback, against `ngoma smsc`, and the same through
 * Kannel when it is installed. `npm run bench:smpp -- --help` lists the options.
 */
import { findKannel, openKannel } from './smpp-kannel.ts'
import { openNgoma } from './smpp-ngoma.ts'
import { runComparison } from './smpp-run.ts'

/** Each side has its own system_id, because a receipt may arrive over any bind of the same system_id. */
const loginOf = (systemId: string) => ({ systemId, password: 'bench' })

const kannel = findKannel()
if (kannel === null)
  process.stdout.write('Kannel is not installed, so there is no comparison (on Debian: apt-get install kannel)\n')

await runComparison('bench:smpp', 'one of both sides', {
  ngoma: (shared) => openNgoma({ ...shared, login: loginOf('ngoma') }),
  kannel: kannel && ((shared) => openKannel(kannel, { ...shared, login: loginOf('kannel') })),
})
