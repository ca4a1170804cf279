import { ControlProblem, control, requiredText } from '../emulator/control.ts'
import type { Faults } from '../emulator/faults.ts'
import type { Exchange, Reply } from '../emulator/server.ts'
import type { Mpesa } from './api.ts'
import { type Outcome, type ResultCode, resultCodes } from './payments.ts'

/** The HTTP API that steers the emulator: the methods of `Mpesa` for developers without TypeScript. */
export const controlMpesa = (mpesa: Mpesa, faults: Faults, exchange: Exchange): Promise<Reply> =>
  control(
    faults,
    {
      'GET /payments': () => mpesa.payments,
      'GET /callbacks': () => mpesa.callbacks,
      'GET /statement.csv': () => mpesa.statement(),
      'POST /payers': (fields) => mpesa.setPayer(requiredText(fields, 'phone'), readOutcome(fields.outcome)),
      'POST /answer': (fields) => {
        const outcome = readOutcome(fields.outcome ?? 0)
        if (outcome === 'waits') throw new ControlProblem('outcome must be a result code')
        return mpesa.answer(requiredText(fields, 'phone'), outcome).catch(toProblem)
      },
      'POST /forge': async (fields) => ({ status: await mpesa.forge(requiredText(fields, 'phone')).catch(toProblem) }),
      'POST /expire-tokens': () => mpesa.expireTokens(),
    },
    exchange,
  )

const toProblem = (error: Error) => {
  throw new ControlProblem(error.message)
}

function readOutcome(given: unknown): Outcome {
  if (given === 'waits') return given
  if (!resultCodes.includes(given as ResultCode))
    throw new ControlProblem(`outcome must be "waits" or one of ${resultCodes.join(', ')}`)
  return given as ResultCode
}
