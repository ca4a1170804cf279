import type { Core, Module } from '../../module.ts'
import { dataOf } from '../table-data/index.ts'
import { sendersApi } from './api.ts'
import { prepareSenders } from './index.ts'
import { sendersRoutes } from './routes.ts'

const data = [dataOf('senders', { unsearched: ['sender'] })]

export const senders = {
  name: 'senders',
  publicRoutes: ({ ctx }: Core, http) => sendersRoutes(http, ctx),
  routes: ({ ctx }: Core, scope) => sendersApi(scope, ctx),
  data,
  prepareAccount: prepareSenders,
} satisfies Module
