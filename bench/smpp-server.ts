/**
 * `npm run bench:smpp-server`: a customer over SMPP -> SMPP -> receipt -> receipt to the customer, against `ngoma smsc`,
 * and the same messages over HTTP with callbacks. `npm run bench:smpp-server -- --help` lists the options.
 */
import { openNgoma } from './smpp-ngoma.ts'
import { profileInto } from './smpp-profile.ts'
import { endToEndPerSecond, type Measured, median, ownMicroseconds } from './smpp-report.ts'
import { runComparison } from './smpp-run.ts'

const names = { smpp: 'SMPP in', http: 'HTTP in' } as const
const customerBinds = 4

const ratioOf = (values: readonly (readonly number[])[]) => {
  const [one, other] = values.map(median)
  return ((one ?? 0) / (other ?? 1)).toFixed(2)
}

await runComparison({
  command: 'bench:smpp-server',
  sides: ['smpp', 'http'],
  plan(options, shared) {
    const profile = options.profile === '' ? null : profileInto(options.profile)
    const open = (side: keyof typeof names) => () =>
      openNgoma({
        ...shared,
        // A receipt may arrive over any bind of the same system_id.
        login: { systemId: side, password: 'bench' },
        ...options,
        profile,
        name: names[side],
        ...(side === 'smpp' ? { customerBinds } : {}),
      })
    return (['smpp', 'http'] as const).filter((side) => options.only === '' || options.only === side).map(open)
  },
  conclude(measured) {
    const sides = [measured.get(names.smpp), measured.get(names.http)]
    if (sides.includes(undefined)) return ''
    const of = (figure: (round: Measured) => number) => sides.map((rounds = []) => rounds.map(figure))
    const speed = ratioOf(of(endToEndPerSecond))
    return `SMPP in to HTTP in: messages/s ${speed}, processor time of Ngoma and PostgreSQL a message ${ratioOf(of(ownMicroseconds))}\n`
  },
})
