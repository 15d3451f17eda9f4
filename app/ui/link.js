export { Link, Navigate, NavLink, useNavigate } from 'react-router';
