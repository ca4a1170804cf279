import type { Core, Module } from '../../module.ts'
import { templatesApi } from './api.ts'
import { prepareTemplates } from './index.ts'
import { templatesRoutes } from './routes.ts'

export const templates = {
  name: 'templates',
  publicRoutes: ({ ctx }: Core, http) => templatesRoutes(http, ctx),
  routes: ({ ctx }: Core, scope) => templatesApi(scope, ctx),
  prepareAccount: () => prepareTemplates,
} satisfies Module
