/** Audited reads, exports and erasures of persons. */
import { hashPhone } from '../../src/modules/person/sealed-phone.ts'
import type { ProductsStage, Walk } from './audit-walk.ts'
import { command } from './people.ts'

const phone = '255713004711'

/** The entries have a keyed hash instead of the number. */
export async function walkPerson(
  walk: Walk,
  { world, accountId, owner, operator }: Pick<ProductsStage, 'world' | 'accountId' | 'owner' | 'operator'>,
): Promise<void> {
  const person = hashPhone(world.app.sms, phone)
  const own = { who: owner, pattern: '/accounts/:account', path: `/accounts/${accountId}` }
  for (const { who, pattern, path } of [own, { who: operator, pattern: '', path: '' }]) {
    const change = (rest: string, body: Record<string, unknown>, action: string, status: number, detail: object) =>
      walk(who, 'POST', `${pattern}/person${rest}`, `${path}/person${rest}`, body, {
        action,
        status,
        detail: { person, ...detail },
      })
    await change('', { phone }, 'person.show', 200, { counts: {} })
    await change('/export', { phone: `+${phone}` }, 'person.export', 200, {})
    await change('/export.csv', { phone, source: 'pins' }, 'person.export', 200, { source: 'pins' })
    const { body } = await command(world, 'GET', '/erasures')
    await change('/erase', { phone }, 'person.erase', 202, {
      counts: {},
      erasure: (body.data[0]?.id ?? 0) + 1,
    })
  }
}
