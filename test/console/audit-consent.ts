/** Changes of opt-outs, consents and the do-not-disturb list, with their audit entries. */
import type { ProductsStage, Walk } from './audit-walk.ts'

const phone = '255712000111'

export async function walkConsent(walk: Walk, { accountId, owner, operator, text }: ProductsStage): Promise<void> {
  const account = `/accounts/${accountId}`
  const own: typeof walk = (who, method, pattern, path, body, wanted) =>
    walk(who, method, `/accounts/:account${pattern}`, `${account}${path}`, body, wanted)
  await own(owner, 'POST', '/optouts', '/optouts', { phone }, { action: 'optout.add', status: 201, detail: { phone } })
  const params = { account: String(accountId), phone }
  const optIn = { action: 'optout.remove', status: 204, params }
  await own(owner, 'DELETE', '/optouts/:phone', `/optouts/${phone}`, undefined, optIn)
  const consent = { action: 'consent.add', status: 201, detail: { status: 'given' } }
  await own(owner, 'POST', '/consents', '/consents', { phone, source: 'form', text }, consent)
  const rule = { action: 'account.consent_rule', status: 200, detail: { required: false } }
  await own(owner, 'PUT', '/consent-rule', '/consent-rule', { required: false }, rule)
  for (const list of ['optouts', 'consents']) {
    const refused = { action: `${list}.import`, status: 400 }
    await own(owner, 'POST', `/${list}/import`, `/${list}/import`, { csv: 'no' }, refused)
  }
  // The note and the number are not recorded.
  const path = '/do-not-disturb'
  await walk(operator, 'POST', path, path, { phone, note: text }, { action: 'do_not_disturb.add', status: 201 })
  const remove = { action: 'do_not_disturb.remove', status: 204 }
  await walk(operator, 'POST', `${path}/remove`, `${path}/remove`, { phone }, remove)
  const load = { action: 'do_not_disturb.import', status: 400 }
  await walk(operator, 'POST', `${path}/import`, `${path}/import`, { csv: 'no' }, load)
}
