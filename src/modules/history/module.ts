import { timelineKinds } from '../../contract/account/timeline.ts'
import { type Core, collect, type Module } from '../../module.ts'
import type { TimelineSource } from '../table-data/index.ts'
import { historyApi } from './api.ts'

const placeOf = ({ kinds: [kind = 'message'] }: TimelineSource) => timelineKinds.indexOf(kind)

export const history = {
  name: 'history',
  routes({ ctx, modules }: Core, scope) {
    const sources = collect(modules, 'data').flatMap(({ history }) => history ?? [])
    // Events with the same time are in the order of their kinds.
    historyApi(scope, { ...ctx, sources: sources.toSorted((one, other) => placeOf(one) - placeOf(other)) })
  },
} satisfies Module
