import type { FastifyReply } from 'fastify'
import type { Tx } from '../../engine/db/index.ts'
import { answerOnce, findAnswer, type IdempotencyKey, type Once } from '../../engine/http/index.ts'
import { adHocMax, ensureEndpoint } from '../webhooks/index.ts'
import { acceptMessage } from './accept.ts'
import type { ChatContext } from './context.ts'
import { invalidParameter, transactionUsed } from './errors.ts'
import type { MediaFile } from './open-media.ts'
import { chatProduct, isSame, type MessageRequest } from './rules.ts'
import { findByTransaction } from './store.ts'

/**
 * Accepts a message and holds its cost. The row is also the job: workers can see it once it is committed. The same
 * transaction id returns the same message, even concurrently.
 */
export async function sendMessage<Answer>(
  ctx: ChatContext,
  accountId: number,
  request: MessageRequest,
  key: IdempotencyKey | null,
  answerWith: (tx: Tx, id: number) => Promise<Answer>,
): Promise<Once<Answer>> {
  const now = ctx.clock.now()
  const known = key === null ? null : await findAnswer(ctx.db, key, now)
  if (known !== null) return { answer: known as Answer, replayed: true }
  await checkCallback(ctx, request)
  return answerOnce(ctx.db, key, now, async (tx) =>
    answerWith(tx, (await findSame(tx, accountId, request)) ?? (await accept(ctx, tx, accountId, request, now))),
  )
}

/** Before the transaction, because a DNS lookup may take seconds. The URL is checked again with every call. */
async function checkCallback({ outbound }: ChatContext, { callbackUrl }: MessageRequest): Promise<void> {
  if (callbackUrl === null) return
  const checked = await outbound.checkUrl(callbackUrl)
  if (!checked.ok) throw invalidParameter('callback_url', checked.why)
}

/** The earlier message with the same transaction id, or null. */
export async function findSame(tx: Tx, accountId: number, request: MessageRequest): Promise<number | null> {
  if (request.transactionId === null) return null
  const found = await findByTransaction(tx, accountId, request.transactionId)
  if (found !== null && !isSame(found, request)) throw transactionUsed()
  return found?.id ?? null
}

async function accept(
  ctx: ChatContext,
  tx: Tx,
  accountId: number,
  request: MessageRequest,
  now: Date,
): Promise<number> {
  const { callbackUrl } = request
  const endpointId = callbackUrl === null ? null : await getEndpoint(ctx, tx, accountId, callbackUrl)
  const message = { ...request, accountId, endpointId, product: chatProduct, expiresAt: null }
  const accepted = await acceptMessage(ctx, tx, message, now)
  return accepted ?? (await findSame(tx, accountId, request)) ?? 0
}

async function getEndpoint(ctx: ChatContext, tx: Tx, accountId: number, url: string): Promise<number> {
  const id = await ensureEndpoint(ctx, tx, { accountId, event: 'chat', url })
  if (id === null)
    throw invalidParameter(
      'callback_url',
      `an account can have at most ${adHocMax} callback URLs at a time, and all of them have pending events`,
    )
  return id
}

/** Streams a file of a person, as fast as the client reads it. */
export const sendFile = (reply: FastifyReply, file: MediaFile): FastifyReply =>
  reply.headers(headersOf(file)).send(file.body)

/** The file is never shown as a page of this server, whatever its content. */
const headersOf = ({ mimeType, filename }: MediaFile): Readonly<Record<string, string>> => ({
  'content-type': mimeType.split(';')[0]?.trim() ?? '',
  'content-disposition': dispositionOf(filename),
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, no-store',
})

function dispositionOf(filename: string | null): string {
  if (filename === null) return 'attachment'
  const plain = filename.replace(/[^\w .-]/g, '_').slice(0, 100)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(filename).replaceAll("'", '%27')}`
}
