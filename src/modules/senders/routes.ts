import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import type { SenderName, SenderNameReply, senderSortFields } from '../../contract/public/senders.ts'
import { readIdempotencyKey, skipSchemaValidation } from '../../engine/http/index.ts'
import { type Query, readPage, showPage } from '../../values/page.ts'
import { listSchema, requestSchema } from './describe.ts'
import { invalidFormat } from './errors.ts'
import { readWanted, requestSender } from './requests.ts'
import { readSenders } from './rules.ts'
import { listSenders, type Sender, type SenderField, type SenderFilter } from './store.ts'

const path = '/public/v1/sender-names'
/** Sort fields by their names in the public API. */
const sortNames = {
  id: 'id',
  senderid: 'sender',
  sample_content: 'sampleContent',
  status: 'status',
  created: 'created',
} as const satisfies Readonly<Record<(typeof senderSortFields)[number], SenderField>>

export function sendersRoutes(app: FastifyInstance, ctx: Context): void {
  app.get(path, { ...skipSchemaValidation, config: { area: 'sms' }, schema: listSchema }, async ({ query, caller }) => {
    const page = readPage(query as Query)
    const list = (filter: SenderFilter) => listSenders(ctx.db, caller.accountId, filter)
    const { items, total } = await readSenders(query as Query, page, sortNames, list)
    return showPage({ items: items.map(toWire), total }, page)
  })

  app.post(
    path,
    { ...skipSchemaValidation, config: { area: 'sms', malformedBody: invalidFormat }, schema: requestSchema },
    async (request, reply): Promise<SenderNameReply> => {
      const { accountId } = request.caller
      const key = readIdempotencyKey(request, accountId)
      const { answer, replayed } = await requestSender(ctx, accountId, readWanted(request.body), key, toWire)
      if (replayed) reply.header('Idempotent-Replayed', 'true')
      return { data: answer }
    },
  )
}

const toWire = ({ id, sender, sampleContent, status, createdAt }: Sender): SenderName => ({
  id: String(id),
  senderid: sender,
  sample_content: sampleContent,
  status,
  created: createdAt.toISOString(),
})
