import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../values/refusal.ts'
import { Overloaded } from '../batch/index.ts'
import { isTransient } from '../db/index.ts'
import { refuseBody } from './body.ts'
import { bodyTooLarge, internalError, serviceUnavailable, typeWanted, unsupportedType } from './errors.ts'
import { InvalidInput } from './invalid.ts'

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
