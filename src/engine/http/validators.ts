import { AjvCompiler } from '@fastify/ajv-compiler'
import type { FastifySchemaCompiler } from 'fastify'

type Compile = FastifySchemaCompiler<unknown>
type Check = ReturnType<Compile>

/** Types are never changed to fit, and nothing is taken away: what does not fit is refused. */
const customOptions = { coerceTypes: false, removeAdditional: false } as const

/**
 * Holds requests to the schemas of their routes, each of which is compiled when the first request needs it: all of them
 * together take longer than most commands do, and a server that starts is waited for.
 */
export function lazyValidators(): Compile {
  let compile: Compile | null = null
  return (route) => {
    let check: Check | null = null
    const checkOnceCompiled: Check = (data: unknown) => {
      compile ??= AjvCompiler()({}, { customOptions }) as unknown as Compile
      check ??= compile(route)
      const fits = check(data)
      checkOnceCompiled.errors = check.errors ?? null
      return fits
    }
    return checkOnceCompiled
  }
}
