import { type Right, type Role, rights } from '../api/shapes.js';

const rightsByRole: Readonly<Record<Role, readonly Right[]>> = {
  viewer: ['look'],
  editor: ['look', 'edit'],
  decider: ['look', 'decide'],
  administrator: rights,
};

/** What a role may do. */
export function rightsForRole(role: Role): ReadonlySet<Right> {
  return new Set(rightsByRole[role]);
}
