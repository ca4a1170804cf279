import { randomBytes, randomInt } from 'node:crypto'
import type { Reply } from '../emulator/server.ts'

/** A request that Daraja refuses. */
export class DarajaProblem extends Error {
  override readonly name = 'DarajaProblem'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** The field is named as in the request. */
export const invalid = (field: string) => new DarajaProblem(400, '400.002.02', `Bad Request - Invalid ${field}`)

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
export const newRequestId = () => `${hex(2)}-${hex(2)}-${hex(2)}-${hex(6)}${randomInt(1e6, 1e7)}`

export const errorReply = ({ status, code, message }: DarajaProblem): Reply => ({
  status,
  body: { requestId: newRequestId(), errorCode: code, errorMessage: message },
})
