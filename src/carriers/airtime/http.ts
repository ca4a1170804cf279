import { SettingsProblem } from '../carrier.ts'
import { isSuccess, openAnswer, validReference } from '../http-template/answer.ts'
import { fillRequest, type Values } from '../http-template/fill.ts'
import { answerBytesMax, failureOf, type HttpOptions } from '../http-template/send.ts'
import { checkUrls } from '../http-template/settings.ts'
import { ProviderFailure, type ProviderKind } from '../provider-kind.ts'
import type { Confirmed, Order, Provider, Submitted, TransferState } from './provider.ts'
import { description, type HttpSettings, type RequestSettings, readSettings, valuesOf } from './settings.ts'

const timeoutMs = 15_000

const unclear = (what: string, away = false) => new ProviderFailure('unclear', what, { away })

/** The response is about the provider or our account with it, so other requests would get it as well. */
const isAway = (status: number) => status >= 500 || [401, 403, 429].includes(status)

/** A provider with an HTTP API, called by the templates of its settings. */
function createHttpProvider(
  name: string,
  settings: HttpSettings,
  secrets: Values,
  { send, clock }: HttpOptions,
): Provider {
  const { products, create, confirm, status, believeUnknownAfterSeconds } = settings

  async function ask(request: RequestSettings, values: Values) {
    const answer = await send({ ...fillRequest(request, values), timeoutMs, answerBytesMax }).catch(
      (error: unknown) => {
        throw unclear(`no response: ${failureOf(error).why}`, true)
      },
    )
    return readAnswer(request, answer.status, answer.text)
  }

  /** A request from a moment ago may still be on its way, so the provider may not know the transfer yet. */
  function believe(transferState: TransferState, triedAt: Date): TransferState {
    if (confirm !== null || (transferState.state !== 'unknown' && transferState.state !== 'unconfirmed'))
      return transferState
    return {
      state: clock.now().getTime() - triedAt.getTime() < believeUnknownAfterSeconds * 1_000 ? 'unknown' : 'unconfirmed',
    }
  }

  async function announce(order: Order): Promise<{ reference: string }> {
    const answer = await ask(create, valuesOf(order, secrets))
    if (answer.state === 'failed')
      throw new ProviderFailure('refused', answer.reason ?? 'the provider rejected the transfer')
    if (!isSuccess(answer.status)) throw unclear(`create got status ${answer.status}`, isAway(answer.status))
    if (answer.reference === null) throw unclear('the response to create has no reference')
    return { reference: answer.reference }
  }

  return {
    name,
    ready: () => true,
    knows: (productId) => products === null || products.includes(productId),
    async start() {},
    async stop() {},
    // Without a confirm request, create pays, so there is nothing to announce. Our own id identifies the transfer.
    create: (order) => (confirm === null ? Promise.resolve({ reference: String(order.id) }) : announce(order)),
    async confirm(submitted): Promise<Confirmed> {
      const answer = await ask(confirm ?? create, valuesOf(submitted, secrets, submitted.reference))
      const transferState = transferStateOf(answer)
      // These states do not answer a request to pay. The status has to be requested.
      if (transferState === null || transferState.state === 'unknown' || transferState.state === 'unconfirmed')
        throw unclear(`confirm got status ${answer.status}`, isAway(answer.status))
      return {
        transferState,
        reference: confirm === null && answer.reference !== null ? answer.reference : undefined,
      }
    },
    async ask(submitted: Submitted) {
      const answer = await ask(status, valuesOf(submitted, secrets, submitted.reference))
      const transferState = transferStateOf(answer)
      if (transferState === null) throw unclear(`the status request got status ${answer.status}`, isAway(answer.status))
      return believe(transferState, submitted.triedAt)
    },
  }
}

export function readAnswer(request: RequestSettings, status: number, text: string) {
  const { at, state } = openAnswer(request, status, text)
  return { status, state, reference: validReference(at('reference')), reason: at('reason') }
}

function transferStateOf({ state, reason }: ReturnType<typeof readAnswer>): TransferState | null {
  return state === null ? null : state === 'failed' ? { state, reason } : { state }
}

interface AirtimeOptions extends HttpOptions {
  /** With real money, how long an order without a response may still be in progress. */
  readonly inProgressSecondsMax: number
}

export const httpProviders = (options: AirtimeOptions): ProviderKind<Provider> => ({
  description,
  takesCallbacks: () => false,
  async check(settings, secrets) {
    const read = readSettings(settings, secrets)
    if (read.believeUnknownAfterSeconds < options.inProgressSecondsMax) {
      throw new SettingsProblem(
        `believeUnknownAfterSeconds must be at least ${options.inProgressSecondsMax}; before that, an order may still be in progress`,
      )
    }
    await checkUrls(options.checkUrl, read.urls)
  },
  open: (name, settings, secrets) =>
    createHttpProvider(name, readSettings(settings, Object.keys(secrets)), secrets, options),
})
