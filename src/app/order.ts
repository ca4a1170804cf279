import type { Collected, Module } from '../module.ts'

type Late = 'close' | 'jobs' | 'provides' | 'publicRoutes' | 'routes' | 'start' | 'stop' | 'warmUp'

type Opened<One> = One extends { open: (...app: never) => infer Gives } ? Awaited<Gives> : unknown
type AppOf<Run> = Run extends (app: infer App, ...rest: never) => unknown ? App : unknown
/** All that the functions of a module need, as one type. */
type Needs<One> = {
  [Key in keyof One & Late]: (app: AppOf<One[Key]>) => void
}[keyof One & Late] extends (app: infer App) => void
  ? App
  : unknown

/** Modules in the order in which they are opened. */
export interface Order<Have, Wanted> {
  readonly modules: readonly Module[]
  /** A module whose `open` needs something that is opened later, or never, does not compile. */
  readonly add: <One extends Module>(
    one: One & { readonly open?: (app: Have) => unknown },
  ) => Order<Have & Opened<One>, Wanted & Needs<One>>
  /** For the compiler only. */
  readonly wants?: (app: Wanted) => void
}

export const inOrder = <Base>(modules: readonly Module[] = []): Order<Base, unknown> => ({
  modules,
  add: (one) => inOrder([...modules, one]) as never,
})

export interface OpenedModules<App> {
  readonly app: App
  /** The results of a function of all modules that have it. */
  call<Key extends Late>(key: Key, ...rest: unknown[]): NonNullable<ReturnType<NonNullable<Module[Key]>>>[]
  /** Stops the background work of all modules, then closes them in the reverse order of opening. */
  close(): Promise<void>
}

/** Does not compile when a function of a module needs something that no module opens. */
export async function openModules<Base extends object, Have extends Base, Wanted>(
  { modules }: Order<Have, Wanted> & { readonly wants?: (app: NoInfer<Have> & Collected) => void },
  base: Base,
): Promise<OpenedModules<Have & Collected>> {
  const app: object = { ...base }
  for (const { open } of modules) Object.assign(app, await open?.(app as never))
  const call: OpenedModules<never>['call'] = (key, ...rest) =>
    modules.flatMap((one) => {
      const run = one[key] as ((app: object, ...rest: unknown[]) => never) | undefined
      return run === undefined ? [] : [run(app, ...rest)]
    })
  Object.assign(app, { provided: call('provides') })
  return {
    app: app as Have & Collected,
    call,
    async close() {
      await Promise.all(call('stop'))
      for (const { close } of modules.toReversed()) await close?.(app as never)
    },
  }
}
