/** Audited changes of campaigns. */
import type { ProductsStage, Walk, Wanted } from './audit-walk.ts'
import { command, type Method } from './people.ts'
import { failedCampaign } from './rights-campaigns.ts'

type CampaignsStage = Pick<ProductsStage, 'world' | 'accountId' | 'owner' | 'text'>

const schedule = { at: '2090-01-01T09:00', zone: 'Africa/Dar_es_Salaam' }

export async function walkCampaigns(walk: Walk, { world, accountId, owner, text }: CampaignsStage): Promise<void> {
  const pattern = '/accounts/:account/campaigns'
  const path = `/accounts/${accountId}/campaigns`
  const { id: contact } = (await command(world, 'POST', `/accounts/${accountId}/contacts`, { phone: '255712000112' }))
    .body
  const draft = { name: 'Of a test', from: 'INFO', text, schedule, audience: { contactIds: [contact] } }
  const created = { action: 'campaign.create', status: 201, detail: { name: draft.name } }
  await walk(owner, 'POST', pattern, path, draft, created)
  const { id } = (await command(world, 'GET', path)).body.data[0]
  const one = (
    method: Method,
    rest: string,
    action: string,
    status: number,
    body?: unknown,
    campaign = id,
    detail: Wanted['detail'] = null,
  ) =>
    walk(owner, method, `${pattern}/:campaign${rest}`, `${path}/${campaign}${rest}`, body, {
      action: `campaign.${action}`,
      status,
      detail,
      params: { account: String(accountId), campaign: String(campaign) },
    })
  await one('PUT', '', 'change', 200, { name: 'Renamed' })
  // The file has no column of numbers.
  await one('PUT', '/file', 'file', 400, { csv: 'no' })
  await one('DELETE', '/file', 'file-remove', 204)
  await one('POST', '/test', 'test', 200, { to: ['255712000113'] })
  for (const action of ['start', 'withdraw', 'start', 'pause', 'resume', 'cancel'])
    await one('POST', `/${action}`, action, 200)
  const failed = await failedCampaign({ world, accountId })
  await one('POST', '/resend', 'resend', 201, undefined, failed, {})
  await one('DELETE', '', 'remove', 204, undefined, await failedCampaign({ world, accountId }))
}
