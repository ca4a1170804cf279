import type { Core, Module } from '../../module.ts'
import { data } from './data.ts'
import type { LinksContext } from './follow.ts'
import { openLinks } from './index.ts'
import { linkArea, linksRoutes } from './routes.ts'
import { linkRoot } from './rules.ts'

interface Opened {
  readonly links: LinksContext
}

export const links = {
  name: 'links',
  open: ({ ctx }: Core): Opened => ({ links: openLinks(ctx) }),
  publicRoutes: ({ links }: Opened, http) => http.register((scope) => linksRoutes(scope, links)),
  hosts: ({ hostLinks }) => ({ [linkArea]: hostLinks }),
  secretRoots: [linkRoot],
  data,
} satisfies Module
