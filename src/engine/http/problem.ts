import { STATUS_CODES } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { ProblemCode } from '../../values/problems.ts'
import { type FieldError, Refusal } from '../../values/refusal.ts'
import { toWirePath } from '../../values/wire-names.ts'
import { Overloaded } from '../batch/index.ts'
import { isTransient } from '../db/index.ts'
import { refuseBody } from './body.ts'
import { bodyTooLarge, internalError, serviceUnavailable, typeWanted, unsupportedType } from './errors.ts'
import { InvalidInput } from './invalid.ts'

export const problemType = 'application/problem+json; charset=utf-8'

/** An error of the account API or the console as RFC 9457 problem details. `code` is stable; sentences may change. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: ProblemCode
  readonly hint: string
  /** Only for invalid fields and parameters. */
  readonly errors?: readonly FieldError[]
  readonly [more: string]: unknown
}

/** The account API has other names of fields than the contract. */
export function problemOf(
  { status, detail, hint, errors, more }: Refusal,
  code: ProblemCode,
  isOfAccountApi: boolean,
): Problem {
  const nameOf = ({ field, isOnWire }: FieldError) => (isOnWire || !isOfAccountApi ? field : toWirePath(field))
  // Sentences name fields as the contract does; callers know their names on the wire.
  const onWire = (text: string) =>
    errors.reduce((changed, error) => changed.replaceAll(error.field, nameOf(error)), text)
  return {
    type: `/docs/problems#${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: onWire(detail),
    code,
    hint: onWire(hint),
    errors: errors.length > 0 ? errors.map((error) => ({ field: nameOf(error), message: error.message })) : undefined,
    ...more,
  }
}

/** The response to an error of a handler or of the framework. */
export function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  const { bodyLimit, config } = request.routeOptions
  if (status === 413) return bodyTooLarge(bodyLimit)
  if (status === 415) return unsupportedType(typeWanted(config))
  if (error instanceof InvalidInput)
    return new Refusal(400, 400, `Invalid Request: ${error.message}`, {
      plain: `Invalid Request: ${error.plain}`,
      hint: validationHint,
      detail: `The request is invalid: ${error.message}.`,
      errors: error.fields,
    })
  if (status > 400 && status < 500) return new Refusal(status, status, 'Invalid Request Format', { hint: headersHint })
  if (status === 400) return refuseBody(request, 'the body does not match Content-Length')

  const { faultCode, fault } = config
  if (isTransient(error) || error instanceof Overloaded) return serviceUnavailable(faultCode)
  return fault?.() ?? internalError(faultCode)
}

const headersHint = 'remove Range and conditional headers such as If-Match'
const validationHint = 'correct the named fields and try again'
