export type { Entry, TimelineEvent, TimelineQuestion, TimelineSource } from './model.ts'
export { readTimeline, type TimelinePage, toEntry } from './read.ts'
