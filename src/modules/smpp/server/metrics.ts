import type { Metrics } from '../../../engine/metrics.ts'
import { status } from '../../../engine/smpp/pdu.ts'
import { type BindMode, bindModes } from '../model.ts'

export type ServerMetrics = ReturnType<typeof createServerMetrics>

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const commands = ['submit_sm', 'submit_multi', 'query_sm', 'cancel_sm']
const results = ['accepted', 'throttled', 'refused', 'failed'] as const

export function createServerMetrics({ counter, histogram, gauge }: Metrics) {
  const requests = counter('ngoma_smpp_server_requests_total', 'Requests of SMPP customers by result.', [
    'command',
    'result',
  ])
  const answerSeconds = histogram('ngoma_smpp_server_answer_seconds', 'Time until a request was answered.', seconds)
  const refused = counter(
    'ngoma_smpp_server_connections_refused_total',
    'Connections closed at once, because there were too many.',
  )
  for (const result of results) requests.inc({ command: 'submit_sm', result }, 0)
  refused.inc(0)
  return {
    answered(command: string, commandStatus: number, took: number): void {
      requests.inc({ command: commands.includes(command) ? command : 'other', result: resultOf(commandStatus) })
      answerSeconds.observe({}, took)
    },
    connectionRefused: () => refused.inc(),
    show(state: { readonly unbound: number; countBinds(mode: BindMode): number }): void {
      gauge('ngoma_smpp_server_binds', 'Binds of customers to this process.', ['mode'], (binds) => {
        for (const mode of bindModes) binds.set({ mode }, state.countBinds(mode))
      })
      gauge('ngoma_smpp_server_unbound', 'Connections of customers without a bind.', [], (unbound) => {
        unbound.set(state.unbound)
      })
    },
  }
}

function resultOf(commandStatus: number): (typeof results)[number] {
  if (commandStatus === status.ok) return 'accepted'
  if (commandStatus === status.throttled || commandStatus === status.queueFull) return 'throttled'
  return commandStatus === status.systemError ? 'failed' : 'refused'
}
