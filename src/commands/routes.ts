import type { CarrierHealth, RouteTrial, TriedRoute } from '../contract/console/routing.ts'
import { lanes } from '../values/sms.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, choiceIn, timeCell } from './command.ts'
import { phoneCell, phoneForms } from './describe.ts'
import { accountIn, accountOption } from './lists.ts'

function describeRoute({ prefix, accountId, sender, lane }: TriedRoute): string {
  const numbers = prefix === '' ? 'all numbers' : `${prefix}…`
  const accounts = accountId === null ? 'all accounts' : `account ${accountId}`
  const more = `${sender === null ? '' : `, sender ID ${sender}`}${lane === null ? '' : `, ${lane} messages only`}`
  return `${numbers}, ${accounts}${more}`
}

const describeHealth = ({ state, reason, until }: CarrierHealth): string =>
  state === 'trial' ? `on trial (${reason})` : `out of rotation until ${timeCell(until ?? '')} (${reason})`

function stateOf({ carrier, paused, awaySince, failoverSeconds, health, isAvailable }: TriedRoute): string {
  if (paused) return `${carrier} is paused`
  if (health !== null && health.state !== 'in') return `${carrier} is ${describeHealth(health)}`
  if (awaySince === null) return `${carrier} is up`
  const since = `${carrier} has been down since ${timeCell(awaySince)}`
  return isAvailable
    ? `${since}, failover after ${failoverSeconds} s`
    : `${since}, longer than its failover time of ${failoverSeconds} s`
}

/** `isLater`: the route comes after the chosen one. */
function verdictOf({ isChosen, isAvailable }: TriedRoute, isLater: boolean): string {
  if (isChosen) return isAvailable ? 'chosen' : 'chosen, because no carrier is available; the message waits'
  return isLater ? 'not needed' : 'skipped'
}

function describeTried({ number, accountId, carrier, routes }: RouteTrial): string {
  const target = `${phoneCell(number)} for account ${accountId}`
  if (carrier === null)
    return `No route to ${target}: messages to it count as invalid. Add a route with "ngoma route create".`
  if (routes.length === 0) return `No route to ${target}: messages use the simulated network (staging only).`
  const chosenAt = routes.findIndex(({ isChosen }) => isChosen)
  const steps = routes.map((step, index) => {
    const name = `${index + 1}. Route ${step.id} (${describeRoute(step)}, priority ${step.place})`
    const end = step.stop ? ' No fallback to later routes.' : ''
    return `  ${name}: ${stateOf(step)}: ${verdictOf(step, index > chosenAt)}.${end}`
  })
  return `A message to ${target} goes to ${carrier}.\n\n${steps.join('\n')}`
}

export const routeTry: Command = {
  name: 'route try',
  about: 'Show which carrier a message would use, and why. Nothing is sent.',
  options: {
    number: { value: 'NUMBER', about: `Phone number ${phoneForms}. Required.` },
    ...accountOption,
    sender: { value: 'SENDER', about: 'Sender ID. Default: one that no route mentions.' },
    lane: { value: 'WORD', about: `Kind of message: ${lanes.join(', ')}. Default: single.` },
  },
  notes: 'While no worker is running, all carriers count as down.',
  examples: ['route try --number 0712345678 --account 2', 'route try --number +255712345678'],
  async run(input) {
    const number = input.text('number')
    if (number === undefined) throw badUsage('--number is required')
    const lane = choiceIn(input, 'lane', lanes) ?? 'single'
    const query = { number, lane, sender: input.text('sender') ?? '', ...accountIn(input) }
    const tried = await withConsole((console) => console.call('GET /routes/try', { query }))
    return input.print(tried, describeTried(tried))
  },
}
