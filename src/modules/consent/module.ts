import type { Core, Module } from '../../module.ts'
import { consentApi } from './api.ts'
import { data } from './data.ts'
import { consentSetting } from './store-facts.ts'

export const consent = {
  name: 'consent',
  open: () => ({ consentRequired: consentSetting }),
  routes: ({ ctx }: Core, scope) => consentApi(scope, ctx),
  data,
} satisfies Module
