/**
 * `npm run bench:smpp`: HTTP -> SMPP -> receipt -> DELIVERED -> callback, against `ngoma smsc`, and the same through
 * Kannel when it is installed. `npm run bench:smpp -- --help` lists the options.
 */
import { findKannel, missingKannel, openKannel } from './smpp-kannel.ts'
import { openNgoma } from './smpp-ngoma.ts'
import { profileInto } from './smpp-profile.ts'
import { endToEndPerSecond, median } from './smpp-report.ts'
import { runComparison } from './smpp-run.ts'

/** Each side has its own system_id, because a receipt may arrive over any bind of the same system_id. */
const loginOf = (systemId: string) => ({ systemId, password: 'bench' })

await runComparison({
  command: 'bench:smpp',
  sides: ['ngoma', 'kannel'],
  plan(options, shared) {
    const profile = options.profile === '' ? null : profileInto(options.profile)
    const kannel = findKannel()
    return [
      ...(options.only === 'kannel'
        ? []
        : [() => openNgoma({ ...shared, login: loginOf('ngoma'), ...options, profile })]),
      ...(kannel === null || options.only === 'ngoma'
        ? []
        : [() => openKannel(kannel, { ...shared, login: loginOf('kannel') })]),
    ]
  },
  conclude(measured) {
    const [ours, theirs] = [measured.get('Ngoma'), measured.get('Kannel')]
    if (findKannel() === null) return `${missingKannel}\n`
    if (ours === undefined || theirs === undefined) return ''
    const [own, other] = [ours, theirs].map((rounds) => median(rounds.map(endToEndPerSecond)))
    return `ratio to Kannel: ${((own ?? 0) / (other ?? 1)).toFixed(2)}\n`
  },
})
