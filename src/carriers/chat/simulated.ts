import type { Clock } from '../../values/time.ts'
import { ProviderFailure } from '../provider-kind.ts'
import { createOffers } from '../simulator/offers.ts'
import { createBusyTimes } from '../simulator/outcome.ts'
import type { ChannelEvents, ChatChannel, ChatContent, IncomingMessage } from './channel.ts'
import { away } from './flow.ts'

export interface SimulatedChannelOptions {
  readonly clock: Clock
  /** How long people take to reply. */
  readonly delayMs?: number
}

/** The behaviour of the simulated person. Only the number decides, so that tests can request every case. */
interface Person {
  readonly refused: boolean
  /** How many times the channel is busy before it accepts the message. */
  readonly busyTimes: number
  /** How many times the reply arrives, with the same id. */
  readonly answerTimes: number
}

const talkative: Person = { refused: false, busyTimes: 0, answerTimes: 1 }

const personByEnd: ReadonlyMap<string, Person> = new Map([
  ['0000', { ...talkative, refused: true }],
  ['0001', { ...talkative, busyTimes: 2 }],
  ['0002', { ...talkative, answerTimes: 0 }],
  ['0005', { ...talkative, answerTimes: 2 }],
])

/** The oldest messages that got "busy" and were never retried are dropped beyond this number. */
const busyIdsMax = 10_000

/** The text of a message as a person sees it. */
function wordsOf(content: ChatContent): string {
  if (content.type === 'text') return content.text
  if (content.type === 'template') return `[template ${content.name}]`
  if (content.type === 'interactive') return '[interactive]'
  return (content.type === 'location' ? content.name : content.caption) ?? `[${content.type}]`
}

/** Simulates all chat services inside the process, with people who reply. */
export function createSimulatedChannel({ clock, delayMs = 1_000 }: SimulatedChannelOptions): ChatChannel {
  const { isRunning, start, stop, at: offerAt } = createOffers<ChannelEvents>(clock)
  const isBusy = createBusyTimes(busyIdsMax)

  return {
    name: 'simulator',
    isSimulated: true,
    isRepeatable: true,
    serves: () => true,
    carries: () => true,
    ready: isRunning,
    start,
    stop,
    async submit({ id, service, business, phone, content }) {
      if (!isRunning()) throw away('the simulated channel is not available')
      const { refused, busyTimes, ...person } = personByEnd.get(phone.slice(-4)) ?? talkative
      if (refused)
        throw new ProviderFailure('refused', 'the channel rejects this number', { reason: 'refused_by_channel' })
      if (isBusy(id, busyTimes)) throw new ProviderFailure('unstarted', 'the channel is busy', { reason: 'busy' })

      // Calls have no replies: a reply would repeat the PIN in plain text.
      const answerTimes = service === 'voice' ? 0 : person.answerTimes
      // The same message submitted again, by any process, has the same reference and gets the same reply.
      const reference = `sim-${id}`
      const at = new Date(clock.now().getTime() + delayMs)
      const answer: IncomingMessage = {
        id: `${reference}-answer`,
        service,
        business,
        phone,
        content: { type: 'text', text: `You said: ${wordsOf(content)}` },
        at,
        answers: id,
      }
      offerAt(at.getTime(), answerTimes, (events) => events.incoming(answer))
      return { reference }
    },
  }
}
