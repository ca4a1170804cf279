import { isMainCountry } from '../../values/countries.ts'
import { defaultPinApp } from '../../values/pin-app.ts'
import { refuse } from '../../values/refusal.ts'
import { findLanguage } from '../accounts/index.ts'
import { findChannelProblem } from './channel-rules.ts'
import type { OtpContext } from './context.ts'
import { badChannels, unknownCountry } from './errors.ts'
import { hasPlaceholder } from './rules.ts'
import type { App, AppSettings } from './store-apps.ts'
import { insertApp, lockApp, updateApp } from './store-apps.ts'

/** Missing fields keep their value, or get the default in a new application. */
export type AppChange = { readonly [Name in keyof AppSettings]?: AppSettings[Name] | undefined }

/** Rejects settings with which every PIN would be refused. */
function check(app: AppSettings): AppSettings {
  if (![app.text, ...Object.values(app.texts)].every(hasPlaceholder)) throw refuse('pin_placeholder_missing')
  const problem = findChannelProblem(app)
  if (problem !== null) throw badChannels(problem)
  const unknown = app.countries?.find((country) => !isMainCountry(country))
  if (unknown !== undefined) throw unknownCountry(unknown)
  return app
}

export async function createApp(ctx: OtpContext, accountId: number, change: AppChange): Promise<App> {
  const language = await findLanguage(ctx, accountId)
  const app = check(changed(defaultPinApp(ctx.config.staging, language), change))
  return ctx.db.transaction((tx) => insertApp(tx, accountId, app, ctx.clock.now()))
}

/** PINs that are already sent keep their length, lifetime and attempts. */
export function changeApp(ctx: OtpContext, accountId: number, number: number, change: AppChange): Promise<App> {
  return ctx.db.transaction(async (tx) => {
    const app = await lockApp(tx, accountId, number)
    if (app === null) throw refuse('app_not_found')
    const after = await updateApp(tx, accountId, number, check(changed(app, change)), ctx.clock.now())
    if (after === null) throw refuse('app_not_found')
    return after
  })
}

const changed = (app: AppSettings, change: AppChange): AppSettings => ({
  ...app,
  ...(Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<AppSettings>),
})
