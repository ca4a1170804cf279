import { AjvCompiler } from '@fastify/ajv-compiler'
import type { FastifySchemaCompiler } from 'fastify'

type Compile = FastifySchemaCompiler<unknown>
type Check = ReturnType<Compile>

/** Never coerce types or drop unknown fields: invalid input is rejected. */
const customOptions = { coerceTypes: false, removeAdditional: false } as const

/**
 * Compiles the schema of a route on its first request: compiling all of them would slow down the start of the server
 * and of every command.
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
