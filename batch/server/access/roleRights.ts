import { type Right, type Role, rights } from '../contract/shapes.js';

const rightsByRole: Readonly<Record<Role, readonly Right[]>> = {
  viewer: ['look'],
  editor: ['look', 'edit'],
  decider: ['look', 'decide'],
  administrator: rights,
};

/** Returns the rights of a role. */
export function rightsForRole(role: Role): ReadonlySet<Right> {
  return new Set(rightsByRole[role]);
}
