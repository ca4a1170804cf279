/** Audited changes of contact fields and segments. */
import type { ProductsStage, Walk } from './audit-walk.ts'
import { command } from './people.ts'

const filter = { match: 'all', conditions: [{ field: 'city', op: 'set' }] }

/** A named object of an account, its plural in paths, and the body that creates it. */
const kinds = [
  ['contact-field', 'contact-fields', 'field', { type: 'text' }, { key: 'of_a_test' }],
  ['segment', 'segments', 'segment', { filter }, {}],
] as const

export async function walkFields(
  walk: Walk,
  { world, accountId, owner }: Pick<ProductsStage, 'world' | 'accountId' | 'owner'>,
): Promise<void> {
  for (const [action, plural, parameter, body, detail] of kinds) {
    const pattern = `/accounts/:account/${plural}`
    const path = `/accounts/${accountId}/${plural}`
    const name = 'Of a test'
    await walk(
      owner,
      'POST',
      pattern,
      path,
      { name, ...body },
      {
        action: `${action}.create`,
        status: 201,
        detail: { name, ...detail },
      },
    )
    const { id } = (await command(world, 'GET', path)).body.data[0]
    const params = { account: String(accountId), [parameter]: String(id) }
    await walk(
      owner,
      'PUT',
      `${pattern}/:${parameter}`,
      `${path}/${id}`,
      { name: 'Renamed' },
      {
        action: `${action}.change`,
        status: 200,
        params,
        detail: { name: 'Renamed', ...detail },
      },
    )
    const removed = { action: `${action}.remove`, status: 204, params }
    await walk(owner, 'DELETE', `${pattern}/:${parameter}`, `${path}/${id}`, undefined, removed)
  }
}
