import { type Ajv, AjvCompiler } from '@fastify/ajv-compiler'
import type { FastifySchemaCompiler } from 'fastify'

type Compile = FastifySchemaCompiler<unknown>
type Check = ReturnType<Compile>

/**
 * Never coerce types or drop unknown fields: invalid input is rejected. Some schemas only check names, not types. Verbose
 * errors have the alternatives of an anyOf.
 */
const customOptions = { coerceTypes: false, removeAdditional: false, strictTypes: false, verbose: true } as const

/**
 * Compiles the schema of a route on its first request: compiling all of them would slow down the start of the server
 * and of every command.
 */
export function lazyValidators(): Compile {
  let compile: Compile | null = null
  return (route) => {
    let check: Check | null = null
    const checkOnceCompiled: Check = (data: unknown) => {
      compile ??= AjvCompiler()({}, { customOptions, onCreate: requireLast }) as unknown as Compile
      check ??= compile(route)
      const fits = check(data)
      checkOnceCompiled.errors = check.errors ?? null
      return fits
    }
    return checkOnceCompiled
  }
}

/** An unknown field is named before a missing one, because it may be the missing one under a wrong name. */
function requireLast(ajv: Ajv): void {
  const required = ajv.getKeyword('required')
  if (typeof required === 'object') ajv.removeKeyword('required').addKeyword(required)
}
